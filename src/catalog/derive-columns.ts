import { formOf } from './name-form.ts'
import { ndcKey } from './normalize-ndc.ts'

interface Named {
  name: string
  ndc_number?: string | undefined
  is_item_number?: boolean | undefined
  dosage_form?: string | undefined
}

/** Columns derived from other columns of the row. Every write of a product must include them. */
export const derivedColumnsOf = ({ name, ndc_number = '', is_item_number = false, dosage_form = '' }: Named) => ({
  ndc_key: is_item_number ? '' : ndcKey(ndc_number),
  form: formOf(dosage_form) || formOf(name),
})
