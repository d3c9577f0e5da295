const types = [
  'Retail pharmacy',
  'Hospital / institutional pharmacy',
  'Mail-order / non-resident pharmacy',
  'Clinic',
  'Physician / practitioner',
  'Dentist',
  'Veterinarian',
  'Wholesale distributor',
  'Third-party logistics provider',
  'Manufacturer',
  'Repackager',
  'Long-term care facility',
  'Government / public health',
  'Other',
]

/** Suggestions for a field with `list="license-types"`; other text is allowed. */
export function LicenseTypes() {
  return (
    <datalist id="license-types">
      {types.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </datalist>
  )
}
