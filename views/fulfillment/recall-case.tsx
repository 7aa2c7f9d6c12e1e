import type { Recall, RecallClass } from '#db/schema/index.ts'

type Case = Partial<Pick<Recall, 'recallClass' | 'caseNumber'>>

const CLASS_WORDS: Record<RecallClass, string> = {
  I: 'I, it may well do serious harm',
  II: 'II, harm is unlikely',
  III: 'III, it does no harm',
}

/** 'Class I, case 042-2026.' Empty while nothing is known. */
export function caseWords({ recallClass, caseNumber }: Case): string {
  const facts = [
    ...(recallClass ? [`Class ${recallClass}`] : []),
    ...(caseNumber ? [`case ${caseNumber}`] : []),
  ]
  const [first = '', ...rest] = facts
  return facts.length === 0 ? '' : `${[first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')}.`
}

/** Of a case, or as typed. */
type CaseFieldsProps = { recallClass?: string | null | undefined; caseNumber?: string | null | undefined }

export const CaseFields = ({ recallClass, caseNumber }: CaseFieldsProps) => (
  <>
    <label class="count-form__field">
      Class, once FSIS has said it
      <select class="field__input" name="recall_class">
        <option value="">Not yet known</option>
        {Object.entries(CLASS_WORDS).map(([known, words]) => (
          <option value={known} selected={known === recallClass}>
            {words}
          </option>
        ))}
      </select>
    </label>
    <label class="count-form__field">
      Case number
      <input
        class="field__input"
        type="text"
        name="case_number"
        value={caseNumber ?? ''}
        maxlength={40}
        placeholder="042-2026"
        autocomplete="off"
      />
    </label>
  </>
)
