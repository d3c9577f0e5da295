import type { Sizes } from './fill-database.ts'
import type { ImportFigures } from './measure-imports.ts'
import type { Install } from './measure-install.ts'
import type { Searches } from './measure-searches.ts'
import type { Starts } from './measure-starts.ts'
import type { Measured } from './measure.ts'
import type { LighthouseResult } from './run-lighthouse.ts'
import type { RouteWeight } from './weigh-routes.ts'

/** The results of one run; a skipped part is null, and `notes` gives the reason. */
export interface Results {
  at: string
  machine: { cpu: string; cores: number; memory: string; system: string; node: string; postgres: string }
  sizes: Sizes
  /** The number of packages in the file. */
  products: number
  filled: { seconds: number; isKept: boolean }
  secondsPerCase: number
  rows: Measured[]
  /** The same calls on the small catalog, measured in turn with the full one. */
  small: Measured[]
  searches: Searches
  /** Megabytes of server and database. */
  memory: { started: { server: number; database: number }; loaded: { server: number; database: number } }
  starts: Starts
  install: Install | null
  /** Missing in results from before it was measured. */
  imports?: ImportFigures | null
  routes: RouteWeight[] | null
  lighthouse: LighthouseResult[] | null
  notes: string[]
  minutes: number
}
