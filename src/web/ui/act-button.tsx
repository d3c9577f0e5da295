import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useIsReadOnly } from '../read-only.ts'

/** A button of the back office that changes something; hidden from read-only users. */
export function ActButton(props: ButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>) {
  return useIsReadOnly() ? null : <Button {...props} />
}
