import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { numbersToShow } from './pages-to-show.ts'
import styles from './page-numbers.module.css'

interface Props {
  page: number
  pages: number
  goTo: (page: number) => void
}

/** One button per page; with many pages, the first, the last and the current page's neighbors. */
export function PageNumbers({ page, pages, goTo }: Props) {
  useEffect(() => {
    // The rows of the last page may have been deleted.
    if (pages > 0 && page > pages) goTo(pages)
  }, [page, pages, goTo])
  if (pages < 2) return null
  return (
    <nav className={styles.pages} aria-label="Pages">
      <button type="button" disabled={page <= 1} aria-label="Previous page" onClick={() => goTo(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </button>
      {numbersToShow(page, pages).map((number) =>
        number < 0 ? (
          <span key={number} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={number}
            type="button"
            aria-current={number === page ? 'page' : undefined}
            onClick={() => goTo(number)}
          >
            {number}
          </button>
        ),
      )}
      <button type="button" disabled={page >= pages} aria-label="Next page" onClick={() => goTo(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </button>
    </nav>
  )
}
