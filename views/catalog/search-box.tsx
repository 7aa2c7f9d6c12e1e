import { paths } from '#src/paths.ts'
import { Icon } from '../shared/icon.tsx'
import { usePage } from '../shared/page-facts.ts'

const SUGGESTIONS = 5

/** A plain form. `search-autocomplete` adds suggestions while the visitor types. */
export const SearchBox = () => (
  <search class="search-box">
    <form
      class="search-box__form"
      method="get"
      action={paths.search()}
      data-controller="search-autocomplete"
      data-search-autocomplete-url-value={paths.autocomplete({ limit: String(SUGGESTIONS) })}
      data-action="submit->search-autocomplete#close focusout->search-autocomplete#close turbo:before-cache@document->search-autocomplete#close"
    >
      <label class="visually-hidden" for="search_words">
        Search cuts, farms and dishes
      </label>
      <input
        id="search_words"
        class="search-box__input"
        type="search"
        name="q"
        value={usePage().searched}
        placeholder="Search"
        maxlength={64}
        autocomplete="off"
        autocapitalize="none"
        enterkeyhint="search"
        data-search-autocomplete-target="input"
        data-action="focus->search-autocomplete#prepare input->search-autocomplete#ask keydown.esc->search-autocomplete#dismiss keydown.down->search-autocomplete#reopen"
      />
      <button type="submit" class="search-box__button" aria-label="Search">
        <Icon name="search" />
      </button>
      <ul
        id="search_suggestions"
        class="search-box__suggestions"
        hidden
        data-search-autocomplete-target="list"
        data-action="mousedown->search-autocomplete#keepFocus combobox-commit->search-autocomplete#choose"
      ></ul>
      <p class="visually-hidden" role="status" data-search-autocomplete-target="status"></p>
    </form>
  </search>
)
