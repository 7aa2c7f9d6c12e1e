import { paths } from '#src/paths.ts'
import { Alert } from '../../shared/alert.tsx'
import { Form } from '../../shared/form.tsx'

export const ImportPage = ({ problem }: { problem: string | null }) => (
  <>
    <header class="desk__head">
      <p class="trail">
        <a href={paths.staffCatalog()}>Catalog</a>
      </p>
      <h1 class="desk__title">Import a catalog file</h1>
      <p class="desk__intro">You’ll see every difference first. Nothing changes until you apply them.</p>
    </header>
    <section class="desk-panel" aria-labelledby="file_title">
      <h2 class="desk-panel__title" id="file_title">
        File
      </h2>
      {problem && <Alert takesFocus>{problem}</Alert>}
      <Form action={paths.importCatalog()} method="post" enctype="multipart/form-data" class="edit-form">
        <div class="field">
          <label class="field__label" for="import_file">
            CSV or JSON
          </label>
          <p class="field__hint" id="import_file_hint">
            UTF-8, at most 8 MB, as src/catalog/import/FORMAT.md describes it. Pictures go on each item’s
            page.
          </p>
          <input
            class="field__input"
            type="file"
            id="import_file"
            name="file"
            required
            aria-describedby="import_file_hint"
          />
        </div>
        <label class="tick">
          <input type="checkbox" name="replace" value="1" />
          Hide products that the file leaves out
        </label>
        <p class="edit-form__end">
          <button type="submit" class="button">
            Show the differences
          </button>
        </p>
      </Form>
    </section>
  </>
)
