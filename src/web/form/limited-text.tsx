import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { grouped } from '#shared/number-words.ts'
import { useBlockSubmit } from '../ui/block-submit.ts'

interface Limited<Box extends HTMLInputElement | HTMLTextAreaElement> {
  most: number
  value?: string | number | readonly string[] | undefined
  defaultValue?: string | number | readonly string[] | undefined
  error?: ReactNode
  description?: ReactNode
  onChange?: ((event: ChangeEvent<Box>) => void) | undefined
}

/** Never truncates input: text over the limit stays, shows an error and blocks submit. */
export function LimitedInput({ most, ...props }: TextInputProps & { most: number }) {
  return <TextInput {...props} {...useLimit({ most, ...props })} />
}

/** The multiline variant. */
export function LimitedArea({ most, ...props }: TextareaProps & { most: number }) {
  return <Textarea {...props} {...useLimit({ most, ...props })} />
}

const useLimit = <Box extends HTMLInputElement | HTMLTextAreaElement>(field: Limited<Box>) => {
  const { most, value, defaultValue, error, description, onChange } = field
  const [typed, setTyped] = useState(textOf(defaultValue))
  // Counts like the server, without surrounding spaces.
  const letters = (value === undefined ? typed : textOf(value)).trim().length
  const isOver = letters > most
  return {
    ...useBlockSubmit(isOver),
    error: isOver ? tooLong(letters, most) : error,
    description:
      description ?? (letters > most * 0.8 && !isOver ? `${grouped(letters)} of ${grouped(most)}` : undefined),
    onChange: (event: ChangeEvent<Box>) => {
      setTyped(event.currentTarget.value)
      onChange?.(event)
    },
  }
}

const textOf = (value: string | number | readonly string[] = ''): string => value.toString()

const tooLong = (letters: number, most: number): string =>
  `This has ${grouped(letters)} characters; the limit is ${grouped(most)}.`
