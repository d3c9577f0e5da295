import type { UseFormReturnType } from '@mantine/form'
import { PasswordInput, type TextInputProps } from '@mantine/core'
import { useState, type FocusEvent } from 'react'
import { isGln } from '#shared/check-digit.ts'
import { DayField } from './day-field.tsx'
import { LimitedInput } from './limited-text.tsx'

/** The part of a form that a field uses. */
export interface Binding {
  key: (path: string) => string
  getInputProps: (path: string) => ReturnType<UseFormReturnType<object>['getInputProps']>
}

interface Props extends Omit<TextInputProps, 'form' | 'name' | 'label'> {
  form: Binding
  name: string
  label: string
  /** The server's limit of characters. */
  most?: number
}

export function TextField({ form, name, most = 300, ...props }: Props) {
  return <LimitedInput key={form.key(name)} {...form.getInputProps(name)} name={name} most={most} {...props} />
}

/** A date in a form. */
export function DateField({ form, name, ...props }: Omit<Props, 'most'>) {
  return <DayField key={form.key(name)} {...form.getInputProps(name)} name={name} {...props} />
}

export function EmailField(props: Props) {
  return <TextField type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} most={254} {...props} />
}

export function PasswordField({
  form,
  name,
  label,
  ...props
}: Pick<Props, 'form' | 'name' | 'label' | 'required' | 'description' | 'autoComplete' | 'size'>) {
  return (
    <PasswordInput
      data-secret
      key={form.key(name)}
      {...form.getInputProps(name)}
      name={name}
      label={label}
      visibilityToggleButtonProps={{ 'aria-label': 'Show characters' }}
      {...props}
    />
  )
}

/** Old records contain invalid GLNs, so an invalid one is a warning, not an error. */
export function GlnField({ form, name, ...props }: Omit<Props, 'most'>) {
  const [isDoubtful, setIsDoubtful] = useState(false)
  const bound = form.getInputProps(name)
  const check = (event: FocusEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim()
    setIsDoubtful(text !== '' && !isGln(text))
    bound.onBlur?.(event)
  }
  return (
    <LimitedInput
      key={form.key(name)}
      {...bound}
      {...props}
      name={name}
      inputMode="numeric"
      most={50}
      onBlur={check}
      description={isDoubtful ? 'Check this number: a GLN has 13 digits, and the check digit is wrong.' : undefined}
    />
  )
}
