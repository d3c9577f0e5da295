import type { ViewState } from './contract.ts'

/** What the database does not know of these columns. */
export interface ViewsColumns {
  'saved_view.state': ViewState
}
