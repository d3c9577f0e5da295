import { Group } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { jarMark, ownName } from '#shared/jar-mark.ts'
import { legalPages } from '#shared/legal-links.ts'
import { portalSettings } from '#web/portal-settings.ts'
import { type BrandDraft, tonesOfDraft } from './brand-draft.ts'
import styles from './brand-preview.module.css'

/** Previews the draft on a light and a dark page, in an email and on paper. */
export function BrandPreview({ draft }: { draft: BrandDraft }) {
  const { shades, surfaces } = tonesOfDraft(draft.color)
  const inScheme = (at: 0 | 1) => {
    const tone = (name: string) => surfaces[name]?.[at] ?? ''
    // React's CSSProperties has no custom properties.
    return {
      '--shown-header': tone('--header'),
      '--shown-header-text': tone('--header-text'),
      '--shown-link': tone('--mantine-color-anchor'),
      '--shown-button': shades[at === 0 ? 8 : 4],
      '--shown-on-button': tone('--mantine-primary-color-contrast'),
    } as CSSProperties
  }
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((scheme) => (
        <Shown key={scheme} title={scheme === 'light' ? 'Page, light' : 'Page, dark'}>
          <div className={styles.page} data-scheme={scheme} style={inScheme(scheme === 'light' ? 0 : 1)}>
            <div className={styles.header}>
              <Sign draft={draft} ground="dark" />
            </div>
            <div className={styles.body}>
              <p>
                Metformin 500 mg Tablet, <span className={styles.link}>Other strengths</span>
              </p>
              <span className={styles.button}>Add to cart</span>
            </div>
            <Foot draft={draft} />
          </div>
        </Shown>
      ))}
      <Shown title="Email">
        <div className={styles.page} data-scheme="light" style={inScheme(0)}>
          <div className={styles.mail}>
            <div className={styles.header}>
              <Sign draft={draft} ground="dark" />
            </div>
            <div className={styles.paper}>
              <p>Your order 512100 has been received.</p>
              <span className={styles.button}>View order</span>
            </div>
            <Foot draft={draft} />
          </div>
        </div>
      </Shown>
      <Shown title="PDF and print">
        <div className={styles.sheet} style={inScheme(0)}>
          <Group gap={8} justify="space-between" mb="sm">
            <Sign draft={draft} ground="light" />
            <span>{portalSettings.contactEmail}</span>
          </Group>
          <p>Order 512100</p>
          <Foot draft={draft} />
        </div>
      </Shown>
    </div>
  )
}

function Shown({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className={styles.shown} aria-label={`Preview: ${title}`}>
      <figcaption>{title}</figcaption>
      {children}
    </figure>
  )
}

/** The logo for this background, else the other one (on a plate if needed), else the name. */
function Sign({ draft, ground }: { draft: BrandDraft; ground: 'light' | 'dark' }) {
  const { name, logo, logoDark } = draft
  const own = ground === 'dark' ? logoDark.src : logo.src
  const src = own ?? (ground === 'dark' ? logo.src : null)
  if (src)
    return <img className={styles.logo} src={src} alt={name} data-plate={(ground === 'dark' && !own) || undefined} />
  return (
    <span className={styles.name} data-ground={ground}>
      {name === ownName && ground === 'dark' && (
        <svg viewBox={jarMark.viewBox} aria-hidden="true">
          <path fillRule="evenodd" d={jarMark.path} />
        </svg>
      )}
      {name}
    </span>
  )
}

function Foot({ draft: { footer, legal } }: { draft: BrandDraft }) {
  const links = Object.entries(legalPages).filter(([page]) => legal[page as keyof typeof legal]) // legal has the same keys
  return (
    <p className={styles.foot}>
      {footer}
      {links.map(([page, label]) => (
        <span key={page}> · {label}</span>
      ))}
    </p>
  )
}
