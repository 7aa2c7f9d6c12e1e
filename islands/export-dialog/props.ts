export type ExportDialogProps = {
  exportUrl: string
  /** The filters of the list, as a query: "Select all" means what they match. */
  filters: string
}
