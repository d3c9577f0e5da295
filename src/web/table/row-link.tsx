import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import styles from './data-table.module.css'

/** The link of a row: a real address for a new tab, and the whole row answers to it. One a row. */
export const RowLink = createLink(({ children, ...props }: ComponentPropsWithRef<'a'>) => (
  <a {...props} className={styles.link}>
    {children}
  </a>
))
