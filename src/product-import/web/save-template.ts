import { importFields } from '../match-columns.ts'
import { saveFile } from './report-file.ts'

const example: Partial<Record<keyof typeof importFields, string | number>> = {
  ndcNumber: '00000-0000-00',
  name: 'Example 10 mg Tablet, 100 ct bottle',
  unitOfMeasure: 'Bottle',
  category: 'Cardiovascular',
  manufacturer: 'Example Labs',
  price: 12.5,
  countInStock: 100,
  isNonStocked: 'no',
  coldStatus: 'no',
  dummyNDC: 'no',
  isPublished: 'yes',
  description: 'Delete this row before you import.',
}

/** A workbook whose NDC column is text, so that no zero is lost. */
export const saveTemplate = async (): Promise<void> => {
  const { writeXlsx } = await import('hucre')
  const keys = Object.keys(importFields) as (keyof typeof importFields)[] // the keys of an object literal
  const content = await writeXlsx({
    sheets: [
      {
        name: 'Products',
        columns: keys.map((key) => ({
          header: importFields[key],
          width: key === 'name' || key === 'description' ? 40 : 18,
          ...(key === 'ndcNumber' && { style: { numFmt: '@' }, numFmt: '@' }),
        })),
        rows: [keys.map((key) => importFields[key]), keys.map((key) => example[key] ?? null)],
      },
    ],
  })
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  saveFile(new Uint8Array(content), type, 'products-template.xlsx')
}
