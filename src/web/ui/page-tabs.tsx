import { createLink, useLocation } from '@tanstack/react-router'
import { type ComponentPropsWithoutRef, useEffect, useRef } from 'react'
import { grouped } from '#shared/number-words.ts'
import styles from './page-tabs.module.css'

export interface PageTab {
  to: string
  /** Distinguishes tabs with the same address, such as `?tab=people`. */
  search?: Record<string, string>
  label: string
  count?: number | undefined
}

/** Pages about one subject, as links in a line that scrolls on phones. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const { pathname, search } = useLocation()
  const sent: Record<string, unknown> = search
  const keys = new Set(tabs.flatMap(({ search: own = {} }) => Object.keys(own)))
  const current = tabs.findIndex(
    ({ to, search: own = {} }) => to === pathname && [...keys].every((key) => own[key] === sent[key]),
  )
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav aria-label={label}>
      <ul ref={list} className={styles.tabs}>
        {tabs.map(({ to, search: own = {}, label: title, count }, at) => (
          <li key={title}>
            <TabLink to={to} search={own} resetScroll={to !== pathname} isCurrent={at === current}>
              {title} {count !== undefined && <span className={styles.count}>{grouped(count)}</span>}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Sets `aria-current` itself, because the router would mark every tab of an address. */
const TabLink = createLink(
  ({ isCurrent, children, ...props }: ComponentPropsWithoutRef<'a'> & { isCurrent: boolean }) => (
    <a {...props} className={styles.tab} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  ),
)
