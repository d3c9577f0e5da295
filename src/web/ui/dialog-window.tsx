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

/** Opens after it is there, so that it knows where the focus was and gives it back. */
export function DialogWindow({ isOpen, title, size = 'md', children, close }: DialogProps) {
  const opened = useDeferredValue(isOpen, false)
  return (
    <Modal.Root opened={opened} onClose={close} size={size} centered>
      <Modal.Overlay />
      {/* While it closes nothing in it can be pressed again. */}
      <Modal.Content inert={!isOpen}>
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
