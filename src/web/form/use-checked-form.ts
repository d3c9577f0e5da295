import { useForm } from '@mantine/form'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isGln } from '#shared/check-digit.ts'
import type { ApiError } from '../api-error.ts'
import { clearToasts, toastError } from '../toast.ts'

type Values = Record<string, string | boolean>
type Errors = Record<string, string>

interface Options<V extends Values> {
  initialValues: V
  schema: z.core.$ZodType
  /** Checks that no wire schema can do, such as repeated passwords. */
  check?: (values: V) => Errors
}

/** A form that validates with the server's schema and shows each error next to its field. */
export const useCheckedForm = <V extends Values>({ initialValues, schema, check }: Options<V>) => {
  const [doubtGln] = useState(() => makeGlnDoubt(initialValues))
  const form = useForm<V>({
    mode: 'uncontrolled',
    initialValues,
    validate: (values) => ({ ...doubtGln(values), ...errorsOf(schema, values), ...check?.(values) }),
    validateInputOnBlur: false,
    clearInputErrorOnChange: true,
  })
  const focusFirst = (names: readonly string[]) => {
    const nodes = names.flatMap((name) => form.getInputNode(name) ?? [])
    nodes
      .toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))[0]
      ?.focus()
  }
  const show = (errors: Errors) => {
    form.setErrors(errors)
    focusFirst(Object.keys(errors))
  }
  return {
    form,
    onSubmit: (submit: (values: V) => void) =>
      form.onSubmit(submit, (errors) => {
        clearToasts()
        focusFirst(Object.keys(errors))
      }),
    /** Shows missing fields immediately, as after a submit. */
    validateNow: () => {
      const { errors } = form.validate()
      focusFirst(Object.keys(errors))
    },
    /** Shows field errors of the server next to their fields; errors of fields that this form lacks become a toast. */
    showRefusal: (error: ApiError) => {
      const errors = Object.entries(fieldErrors(error))
      const own = errors.filter(([name]) => name in initialValues)
      if (own.length > 0 || errors.length === 0) show(Object.fromEntries(own))
      else toastError(error.message)
    },
  }
}

/** For `quiet` of a change: errors shown next to their fields need no toast. */
export const isAboutFields = (error: ApiError): boolean => Object.keys(fieldErrors(error)).length > 0

/** The error of one field of a change, for forms that have few. */
export const errorOf = ({ error }: { error: ApiError | null }, name: string): string | undefined =>
  error ? fieldErrors(error)[name] : undefined

const glns = ['GLNNumber', 'GS1Number']

/** Holds the first save with an invalid GLN so that the user can read the hint; the next save goes through. */
const makeGlnDoubt = (initial: Values) => {
  const held = new Set<string>()
  return (values: Values): Errors => {
    const doubtful = glns.filter((name) => {
      const text = String(values[name] ?? '').trim()
      return text !== '' && text !== initial[name] && !isGln(text) && !held.has(`${name} ${text}`)
    })
    for (const name of doubtful) held.add(`${name} ${String(values[name]).trim()}`)
    return Object.fromEntries(
      doubtful.map((name) => [name, 'Check this number: it is not a 13-digit GLN. Save again to keep it anyway.']),
    )
  }
}

const fieldErrors = ({ details, message }: ApiError): Errors => {
  const { field, missing } = details
  if (typeof field === 'string') return { [field]: message }
  if (!Array.isArray(missing)) return {}
  return Object.fromEntries(missing.map((name) => [String(name), 'This field is required.']))
}

const errorsOf = (schema: z.core.$ZodType, values: Values): Errors => {
  const { success, error } = z.safeParse(schema, values)
  if (success) return {}
  // The first error of a field wins.
  return Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
