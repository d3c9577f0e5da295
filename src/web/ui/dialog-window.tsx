import { Modal } from '@mantine/core'
import { useDeferredValue, type ReactNode } from 'react'
import styles from './dialog.module.css'

export interface DialogProps {
  isOpen: boolean
  title: string
  size?: 'md' | 'lg' | 'xl'
  children: ReactNode
  close: () => void
}

/** Opens one render after mounting, so that the modal can record the focus and restore it. */
export function DialogWindow({ isOpen, title, size = 'md', children, close }: DialogProps) {
  const opened = useDeferredValue(isOpen, false)
  return (
    <Modal.Root opened={opened} onClose={close} size={size} centered>
      <Modal.Overlay />
      {/* While closing, its controls cannot be pressed again. */}
      <Modal.Content inert={!isOpen}>
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body data-inset>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
