import { Autocomplete, Button, Checkbox, NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '#catalog/contract.ts'
import { useCategories } from '#catalog/web/use-categories.ts'
import { ProductTile } from '#catalog/web/product-tile.tsx'
import { readAmount } from '#shared/read-number.ts'
import { StockLedgerPanel } from '#catalog/web/stock/stock-ledger-panel.tsx'
import { PictureField } from '#files/web/picture-field.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { toastSuccess } from '#web/toast.ts'
import { businessDayWords } from '#web/ui/day.tsx'
import { MoneyField, PiecesField } from '#web/ui/number-fields.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { usePriceDoubt } from '#web/ui/use-price-doubt.tsx'
import { useWayBack } from '#web/use-way-back.ts'
import { changedFields } from '#web/form/merge-edits.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { LimitedArea, LimitedInput } from '#web/form/limited-text.tsx'
import { maxLengths } from '../contract.ts'
import styles from './edit-product-page.module.css'
import { ProductAudience } from './product-audience.tsx'
import { ProductHead } from './product-head.tsx'
import { isStale, useProductById, useUpdateProduct } from './hooks.ts'
import {
  cardOf,
  checkValues,
  editOf,
  mergedOf,
  ProductFields,
  productLabels,
  type ProductValues,
  valuesOf,
} from './product-values.ts'
import { StaleForm } from '#web/form/stale-form.tsx'

export function EditProductPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const product = useProductById(id)
  return (
    <div>
      <ProductHead id={id} title="Edit Product" />
      <QueryStates query={product}>
        {(found) => (
          <>
            <EditProductForm key={found._id} product={found} />
            <div className={styles.beside}>
              {!found.isNonStocked && <StockLedgerPanel productId={found._id} />}
              <ProductAudience subject={found._id} />
            </div>
          </>
        )}
      </QueryStates>
    </div>
  )
}

function EditProductForm({ product }: { product: Product }) {
  const [loaded, setLoaded] = useState(product)
  const [values, setValues] = useState(() => valuesOf(product))
  const [isStaleNow, setIsStaleNow] = useState(false)
  const leave = useWayBack('/admin/products')
  const { form, onSubmit, showRefusal } = useCheckedForm<ProductValues>({
    initialValues: values,
    schema: ProductFields,
    check: checkValues,
  })
  const unsaved = useUnsaved(() => changedFields(valuesOf(loaded), form.getValues()).length > 0)
  const update = useUpdateProduct(() => unsaved.saved(leave))
  const refresh = () => setValues({ ...form.getValues() })
  const doubt = usePriceDoubt()
  const submit = (sent: ProductValues) =>
    doubt.check(readAmount(sent.price) ?? 0, [{ name: 'the current price', price: loaded.price }], () => save(sent))
  const save = (sent: ProductValues, base = loaded) =>
    update.mutate(
      { params: { id: product._id }, body: editOf(sent, base) },
      { onError: (error) => (isStale(error) ? setIsStaleNow(true) : showRefusal(error)) },
    )
  const adopt = (now: Product, isMine: boolean) => {
    setIsStaleNow(false)
    setLoaded(now)
    const values = isMine ? mergedOf(loaded, form.getValues(), now) : valuesOf(now)
    form.setValues(values)
    setValues(values)
    if (isMine) save(values, now)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit(submit)}
      onChange={() => {
        doubt.forget()
        queueMicrotask(refresh)
      }}
      aria-label="Product"
    >
      {unsaved.question}
      {isStaleNow && <StaleProduct base={loaded} mine={form.getValues()} adopt={adopt} />}
      <div className={styles.main}>
        <Facts form={form} />
        <DrugFacts form={form} product={loaded} />
        <PriceAndStock form={form} values={values} loaded={loaded} />
      </div>
      <div className={styles.side}>
        <section className={styles.preview} aria-labelledby="preview">
          <h2 id="preview">Buyer’s view</h2>
          <div inert>
            <ProductTile product={cardOf(values, loaded)} isFirst />
          </div>
        </section>
        <PictureField
          src={values.image}
          change={(image) => {
            form.setFieldValue('image', image)
            setValues({ ...form.getValues(), image })
            if (image) toastSuccess('Image uploaded successfully. click Update to apply it')
          }}
        />
        <ComplianceFacts form={form} values={values} />
      </div>
      {doubt.question}
      <div className={styles.bar}>
        <FormActions cancel={leave}>
          <Button type="submit" loading={update.isPending}>
            Update
          </Button>
        </FormActions>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useCheckedForm<ProductValues>>['form']

const fieldsOf =
  (form: Form) =>
  (name: keyof typeof productLabels, required = false) => ({ form, name, label: productLabels[name], required })

function Facts({ form }: { form: Form }) {
  const { data: categories = [] } = useCategories()
  const field = fieldsOf(form)
  return (
    <Panel>
      <div className={styles.fields}>
        <TextField {...field('name', true)} className={styles.span} most={maxLengths.name} autoComplete="off" />
        <LimitedArea
          key={form.key('description')}
          {...form.getInputProps('description')}
          className={styles.span}
          label="Description"
          required
          autosize
          minRows={2}
          maxRows={12}
          most={maxLengths.description}
        />
        <TextField {...field('ndcNumber', true)} most={maxLengths.ndcNumber} />
        <TextField {...field('unitOfMeasure', true)} most={maxLengths.unitOfMeasure} />
        <Autocomplete
          key={form.key('category')}
          {...form.getInputProps('category')}
          label="Category"
          required
          data={categories}
          limit={50}
        />
        <TextField {...field('manufacturer')} most={maxLengths.manufacturer} />
        <TextField {...field('brand')} most={maxLengths.brand} />
        <TextField {...field('genericName')} most={maxLengths.genericName} />
      </div>
    </Panel>
  )
}

function DrugFacts({ form, product }: { form: Form; product: Product }) {
  const field = fieldsOf(form)
  const { scheduleConfirmedAt, scheduleConfirmedBy } = product
  return (
    <Panel title="Drug facts">
      <div className={styles.fields}>
        <TextField {...field('strength')} most={maxLengths.strength} />
        <TextField {...field('dosageForm')} most={maxLengths.dosageForm} />
        <TextField {...field('route')} most={maxLengths.route} />
        <TextField {...field('packSize')} most={maxLengths.packSize} />
        <TextField {...field('packQuantity')} inputMode="decimal" />
        <Choice form={form} name="packUnit" data={[{ value: '', label: 'Unknown' }, 'EA', 'mL', 'g']} />
        <Choice
          form={form}
          name="deaSchedule"
          data={[{ value: '', label: 'None or unknown' }, 'CII', 'CIII', 'CIV', 'CV']}
        />
        <TextField
          {...field('scheduleSource')}
          description={
            scheduleConfirmedAt
              ? `Confirmed by ${scheduleConfirmedBy} on ${businessDayWords(scheduleConfirmedAt)}.`
              : 'Such as the label. Leave blank if the schedule is unknown.'
          }
          most={maxLengths.scheduleSource}
        />
        <Choice form={form} name="dispensing" data={[{ value: '', label: 'Unknown' }, 'Rx', 'OTC']} />
      </div>
    </Panel>
  )
}

const threeWays = [
  { value: '', label: 'Unknown' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

const foldedFields = ['gtin', 'isNarcotic', 'drugFamily', 'baseUnits', 'needsTrace', 'isListOne'] as const

/** What is monitored, and which registration and records a shipment needs; seldom changed. */
function ComplianceFacts({ form, values }: { form: Form; values: ProductValues }) {
  const field = fieldsOf(form)
  const hasError = foldedFields.some((name) => form.errors[name])
  const known = [
    values.drugFamily,
    values.isNarcotic === 'yes' && 'narcotic',
    values.isListOne && 'List I',
    values.needsTrace === 'no' && 'no transaction data',
  ].filter(Boolean)
  return (
    <Fold title="Monitoring and transaction data" summary={known.join(', ')} isNeeded={hasError}>
      <div className={styles.fields}>
        <TextField {...field('gtin')} inputMode="numeric" />
        <Choice form={form} name="isNarcotic" data={threeWays} />
        <TextField
          {...field('drugFamily')}
          description="Controlled products of one family are monitored together."
          most={maxLengths.drugFamily}
        />
        <TextField {...field('baseUnits')} description="Such as 100 for a bottle of 100 tablets." inputMode="decimal" />
        <Choice form={form} name="needsTrace" data={threeWays} />
      </div>
      <div className={styles.flags} style={{ marginTop: '1rem' }}>
        <Flag form={form} name="isListOne" label={productLabels.isListOne} />
      </div>
    </Fold>
  )
}

interface ChoiceProps {
  form: Form
  name: keyof typeof productLabels
  data: NonNullable<NativeSelectProps['data']>
}

function Choice({ form, name, data }: ChoiceProps) {
  return <NativeSelect key={form.key(name)} {...form.getInputProps(name)} label={productLabels[name]} data={data} />
}

function PriceAndStock({ form, values, loaded }: { form: Form; values: ProductValues; loaded: Product }) {
  const field = fieldsOf(form)
  return (
    <Panel title="Price and stock">
      <div className={styles.fields}>
        <MoneyField
          key={form.key('price')}
          {...form.getInputProps('price')}
          name="price"
          label={productLabels.price}
          required
          typed={values.price}
        />
        {!values.isNonStocked && (
          <PiecesField
            key={form.key('countInStock')}
            {...form.getInputProps('countInStock')}
            name="countInStock"
            label={productLabels.countInStock}
            required
            typed={values.countInStock}
          />
        )}
        {!values.isNonStocked && values.countInStock.trim() !== String(loaded.countInStock) && (
          <LimitedInput
            key={form.key('stockReason')}
            {...form.getInputProps('stockReason')}
            label="Reason for the correction"
            placeholder="Stock count, delivery, breakage …"
            most={300}
          />
        )}
        <Choice
          form={form}
          name="coldStatus"
          data={[{ value: '', label: 'Not refrigerated' }, 'Refrigerated', 'Frozen']}
        />
        <TextField {...field('orderMinimum')} inputMode="numeric" />
        <TextField {...field('orderMaximum')} inputMode="numeric" />
        <TextField {...field('orderMultiple')} inputMode="numeric" />
      </div>
      <div className={styles.flags} style={{ marginTop: '1rem' }}>
        <Flag form={form} name="isNonStocked" label="Non-stocked (special order)" />
        <Flag form={form} name="dummyNDC" label="Dummy NDC (an item number)" />
        <Flag form={form} name="isPublished" label="Published" />
      </div>
    </Panel>
  )
}

function Flag({ form, name, label }: { form: Form; name: string; label: string }) {
  return <Checkbox key={form.key(name)} {...form.getInputProps(name, { type: 'checkbox' })} label={label} />
}

interface StaleProps {
  base: Product
  mine: ProductValues
  /** Continues from the stored version, with or without the edits made here. */
  adopt: (now: Product, isMine: boolean) => void
}

/** Shows the differences after a concurrent change and asks which to keep. */
function StaleProduct({ base, mine, adopt }: StaleProps) {
  const now = useProductById(base._id)
  return (
    <QueryStates query={now}>
      {(product) => (
        <StaleForm
          title="This product was changed by someone else."
          labels={productLabels}
          base={valuesOf(base)}
          mine={mine}
          stored={valuesOf(product)}
          isWaiting={now.isFetching}
          load={() => adopt(product, false)}
          keep={() => adopt(product, true)}
        />
      )}
    </QueryStates>
  )
}
