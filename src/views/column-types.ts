import type { ViewState } from './contract.ts'

/** Overrides for columns whose type the database cannot express. */
export interface ViewsColumns {
  'saved_view.state': ViewState
}
