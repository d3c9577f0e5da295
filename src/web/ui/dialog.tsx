import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

interface Props {
  isOpen: boolean
  title: string
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
  close: () => void
}

/** A modal window. Its head is no `<header>`: a page has one banner. */
export function Dialog({ isOpen, title, size = 'md', children, close }: Props) {
  return (
    <Modal.Root opened={isOpen} onClose={close} size={size} centered>
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
