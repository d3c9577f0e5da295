// Without `Intl.DateTimeFormat`, whose first use is slow on phones.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** `Nov 30`, for the date 2026-11-30. */
export const monthDayWords = (date: string): string => {
  const [, month, day] = date.split('-')
  return `${months[Number(month) - 1]} ${Number(day)}`
}

/** `Nov 30, 2026`, the format of dates on screens, in messages, mails and PDFs. */
export const dayWords = (date: string): string => `${monthDayWords(date)}, ${date.slice(0, 4)}`

/** `Mon, Nov 30`. */
export const weekdayWords = (date: string): string =>
  `${weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]}, ${monthDayWords(date)}`

/** `Nov 30, 2026, 4:05 PM`, in the reader's time zone. */
export const localMomentWords = (moment: string): string => {
  const at = new Date(moment)
  const minutes = String(at.getMinutes()).padStart(2, '0')
  const date = `${months[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`
  return `${date}, ${at.getHours() % 12 || 12}:${minutes} ${at.getHours() < 12 ? 'AM' : 'PM'}`
}
