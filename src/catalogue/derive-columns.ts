import { formOf } from './name-form.ts'
import { ndcKey } from './normalise-ndc.ts'

interface Named {
  name: string
  ndc_number?: string | undefined
  dummy_ndc?: boolean | undefined
}

/** What of the row follows from the rest of it: whoever writes a product writes these with it. */
export const derivedColumnsOf = ({ name, ndc_number = '', dummy_ndc = false }: Named) => ({
  ndc_key: dummy_ndc ? '' : ndcKey(ndc_number),
  form: formOf(name),
})
