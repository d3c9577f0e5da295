import { portalSettings } from '../portal-settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { guidePageOf } from './guide-page.ts'
import styles from './keys-sheet.module.css'

interface Group {
  title: string
  /** On which pages; everywhere, unless said otherwise. */
  on?: RegExp
  keys: [keys: string[], does: string][]
}

const groups: Group[] = [
  {
    title: 'This page',
    on: /^\/(?:search|favorite)/i,
    keys: [
      [['Tab'], 'Next quantity or button'],
      [['Enter'], 'In a quantity of the list: add it and go on to the next row'],
    ],
  },
  {
    title: 'This page',
    on: /^\/quickorder/i,
    keys: [
      [['Enter'], 'In the code: look it up. In the quantity: take the line and begin the next'],
      [['Ctrl', 'V'], 'Paste a whole list of codes and quantities'],
    ],
  },
  {
    title: 'This page',
    on: /^\/orderguides\/./i,
    keys: [[['Enter'], 'On Move up or Move down: change the order, with the focus staying on the line']],
  },
  {
    title: 'Everywhere',
    keys: [
      [['/'], 'Search products'],
      [['↓', '↑'], 'Choose among suggestions and in menus'],
      [['Enter'], 'Take what is chosen, or search for what was typed'],
      [['Esc'], 'Close suggestions, menus and windows'],
      [['Scanner'], 'A scanned barcode opens its product, wherever the focus is'],
      [['?'], 'This list'],
    ],
  },
]

export function KeysSheet({ isOpen, pathname, close }: { isOpen: boolean; pathname: string; close: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="Keyboard shortcuts" close={close}>
      {groups
        .filter(({ on }) => !on || on.test(pathname))
        .map(({ title, keys }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.list}>
              {keys.map(([names, does]) => (
                <div key={does} className={styles.row}>
                  <dt>
                    {names.map((name) => (
                      <kbd key={name} className={styles.key}>
                        {name}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      {portalSettings.guide && (
        <p className={styles.guide}>
          <a href={guidePageOf(portalSettings.guide, pathname)}>What the guide says about this page</a>
        </p>
      )}
    </Dialog>
  )
}
