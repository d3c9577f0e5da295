import { Text } from '@mantine/core'
import facts from '../ui/facts.module.css'
import { portalSettings } from '../portal-settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { guidePageOf } from './guide-page.ts'
import styles from './keys-sheet.module.css'

interface Group {
  title: string
  /** The pages it applies to; all pages by default. */
  on?: RegExp
  keys: [keys: string[], does: string][]
}

const groups: Group[] = [
  {
    title: 'This page',
    on: /^\/(?:search|favorite)/i,
    keys: [
      [['Tab'], 'Next quantity or button'],
      [['Enter'], 'In a quantity field: add it and go to the next row'],
    ],
  },
  {
    title: 'This page',
    on: /^\/quickorder/i,
    keys: [
      [['Enter'], 'In the code: look it up. In the quantity: add the line and start the next'],
      [['Ctrl', 'V'], 'Paste a whole list of codes and quantities'],
    ],
  },
  {
    title: 'This page',
    on: /^\/orderguides\/./i,
    keys: [[['Enter'], 'On Move up or Move down: move the line and keep the focus on it']],
  },
  {
    title: 'Everywhere',
    keys: [
      [['/'], 'Search products'],
      [['↓', '↑'], 'Choose among suggestions and in menus'],
      [['Enter'], 'Pick the selected item, or search for the text'],
      [['Esc'], 'Close suggestions, menus and windows'],
      [['Scanner'], 'Scan a barcode anywhere to open its product'],
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
            <dl className={facts.facts}>
              {keys.map(([names, does]) => (
                <div key={does}>
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
        <Text mt="lg" fz="md">
          <a href={guidePageOf(portalSettings.guide, pathname)}>Open the guide to this page</a>
        </Text>
      )}
    </Dialog>
  )
}
