import { useForm } from '@mantine/form'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isGln } from '#shared/gln.ts'
import type { ApiError } from '../api-error.ts'
import { clearToasts, toastError } from '../toast.ts'

type Values = Record<string, string | boolean>
type Errors = Record<string, string>

interface Options<V extends Values> {
  initialValues: V
  schema: z.core.$ZodType
  /** What no schema of the wire knows, such as a password typed twice. */
  check?: (values: V) => Errors
}

/** A form whose fields say themselves what is wrong with them, checked as the server checks; it keeps what was typed. */
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
    /** Shows at once what is missing, as if it had been sent. */
    validateNow: () => {
      const { errors } = form.validate()
      focusFirst(Object.keys(errors))
    },
    /** A refusal that names fields goes beside them; what this form does not have is told in a message. */
    showRefusal: (error: ApiError) => {
      const errors = Object.entries(fieldErrors(error))
      const own = errors.filter(([name]) => name in initialValues)
      if (own.length > 0 || errors.length === 0) show(Object.fromEntries(own))
      else toastError(error.message)
    },
  }
}

/** For `quiet` of a change: such an error stands beside its field and needs no toast. */
export const isAboutFields = (error: ApiError): boolean => Object.keys(fieldErrors(error)).length > 0

const glns = ['GLNNumber', 'GS1Number']

/** A number that is no GLN holds the save once, so that its hint can be read; whoever saves it again means it. */
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
  // The first issue of a field is the one to act on.
  return Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
