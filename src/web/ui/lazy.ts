import type { ReactNode } from 'react'

/** A component loaded when shown, or earlier by `preload`. */
export type Lazy<P> = ((props: P) => ReactNode) & { preload: () => Promise<void> }
