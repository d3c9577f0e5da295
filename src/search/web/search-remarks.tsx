import { Link } from '@tanstack/react-router'
import { Fragment, Suspense } from 'react'
import type { Remarks } from '#catalog/contract.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './search-page.module.css'

// Lazy, because most searches are not codes.
const ScanNote = lazyPart(() => import('./scan-note.tsx').then((module) => module.ScanNote))

interface Props {
  query: string
  /** Slugs of the products found. */
  found: readonly string[]
  remarks: Remarks
}

/** Explains the results if they don't simply match the query. */
export function SearchRemarks({ query, found, remarks }: Props) {
  const { meant, warning } = remarks
  const shown = shownInstead({ ...remarks, lacking: warning ? '' : remarks.lacking, warning: '' })
  return (
    <>
      {warning && (
        <p className={styles.remark}>
          <strong>{warning}</strong>
        </p>
      )}
      {meant && (
        <p className={styles.remark}>
          No exact match for “{query}”. Showing results for “
          <Search text={meant} />
          ”.
        </p>
      )}
      {shown && <p className={styles.remark}>{shown}</p>}
      {/\d{10}/.test(query) && (
        <Suspense>
          <ScanNote query={query} found={found} />
        </Suspense>
      )}
    </>
  )
}

/** Explains an empty result: whether the drug is carried, and possible corrections. */
export function NothingShown({ notCarried, otherForms, offers }: Remarks) {
  return (
    <>
      {notCarried && <strong>We do not carry {notCarried}.</strong>}
      {otherForms && (
        <span>
          {otherFormsOnly} <Search text={otherForms} />
        </span>
      )}
      {offers.length > 0 && (
        <span>
          Did you mean{' '}
          {offers.map((text, at) => (
            <Fragment key={text}>
              {at > 0 && (at === offers.length - 1 ? ' or ' : ', ')}
              <Search text={text} />
            </Fragment>
          ))}
          ?
        </span>
      )}
    </>
  )
}

/** Followed by the name of the ingredient. */
export const otherFormsOnly = 'We carry this ingredient only in other forms or strengths:'

/** The remark for the page and the suggestions; empty if the products match the query. */
export const shownInstead = ({ notCarried, sameGeneric, lacking, warning }: Remarks): string =>
  [
    warning,
    sameGeneric && `We do not carry ${notCarried}. Showing products with the same generic name, ${sameGeneric}.`,
    lacking && !warning && `No label says “${lacking}”. Showing the strengths, forms and packs we carry.`,
  ]
    .filter(Boolean)
    .join(' ')

function Search({ text }: { text: string }) {
  return (
    <Link to="." search={(written: Record<string, unknown>) => ({ ...written, query: text, page: undefined })}>
      {text}
    </Link>
  )
}
