export type ExportDialogProps = {
  exportUrl: string
  /** The filters of the list, as a query: "Select all" means what they match. */
  filters: string
  /** Names the list's form, so that the same boxes sent twice are exported once. */
  press: string
}
