/** Federal holidays and other days that carriers observe. */
export const holidayNames = {
  newYear: 'New Year’s Day',
  martinLutherKing: 'Martin Luther King Jr. Day',
  presidentsDay: 'Presidents’ Day',
  memorialDay: 'Memorial Day',
  juneteenth: 'Juneteenth',
  independenceDay: 'Independence Day',
  laborDay: 'Labor Day',
  columbusDay: 'Columbus Day',
  veteransDay: 'Veterans Day',
  thanksgiving: 'Thanksgiving',
  dayAfterThanksgiving: 'Day after Thanksgiving',
  christmasEve: 'Christmas Eve',
  christmas: 'Christmas Day',
} as const
export type Holiday = keyof typeof holidayNames

export const holidays = Object.keys(holidayNames) as Holiday[] // the keys of an object literal
