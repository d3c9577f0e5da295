import { formOf } from './name-form.ts'
import { ndcKey } from './normalize-ndc.ts'

interface Named {
  name: string
  ndc_number?: string | undefined
  is_item_number?: boolean | undefined
  dosage_form?: string | undefined
}

/** What of the row follows from the rest of it: whoever writes a product writes these with it. */
export const derivedColumnsOf = ({ name, ndc_number = '', is_item_number = false, dosage_form = '' }: Named) => ({
  ndc_key: is_item_number ? '' : ndcKey(ndc_number),
  form: formOf(dosage_form) || formOf(name),
})
