import type { ImportFigures } from './measure-imports.ts'
import type { PlacementCounts } from './count-placement.ts'
import type { Searches } from './measure-searches.ts'
import type { Measured } from './measure.ts'
import type { LighthouseResult } from './run-lighthouse.ts'

/** What one run measured; a part that was left out is missing. */
export interface Measurements {
  placement?: PlacementCounts | undefined
  /** The CPU time of a placement without controlled goods, as a multiple of that without order monitoring. */
  monitoring?: number | undefined
  load?: { rows: Measured[]; searches: Searches } | undefined
  imports?: ImportFigures | undefined
  lighthouse?: LighthouseResult[] | undefined
}

/** One line of the page; figures of parts that a run leaves out keep their date and commit. */
export interface Figure {
  /** Compared with the target; of several values the worst. */
  value: number
  measured: string
  at: string
  commit: string
}

/** The contents of docs/performance.json. */
export interface Results {
  /** Machine and data of the last run under load. */
  conditions: string
  figures: Record<string, Figure>
}
