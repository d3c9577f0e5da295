import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './figure-tile.module.css'

interface Props {
  title: string
  icon: ReactNode
  value: string
  /** The list behind the figure. */
  to?: string
  search?: Record<string, unknown>
  /** The figure asks for action. */
  tone?: 'notice' | 'bad' | undefined
  /** On one line, for figures of less interest. */
  isSmall?: boolean
  /** A line below the figure. */
  children?: ReactNode
}

/** One key figure with its title above and a comment below. */
export function FigureTile({ title, icon, value, to, search, tone, isSmall, children }: Props) {
  return (
    <section className={styles.tile} data-tone={tone} data-small={isSmall || undefined}>
      <h2 className={styles.title}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        {to ? (
          <Link to={to} {...(search && { search })} className={styles.link}>
            {title}
          </Link>
        ) : (
          title
        )}
      </h2>
      <p className={styles.value}>{value}</p>
      {children && <p className={styles.more}>{children}</p>}
    </section>
  )
}

export function FigureTileSkeleton({ lines = 1 }: { lines?: number }) {
  return (
    <div className={styles.tile} aria-hidden="true">
      <Skeleton width="55%" height="1.25rem" />
      <p className={styles.value}>
        <Skeleton width="75%" height="1.625rem" />
      </p>
      <p className={styles.more}>
        <Skeleton width="90%" height={`${lines * 1.5}em`} />
      </p>
    </div>
  )
}
