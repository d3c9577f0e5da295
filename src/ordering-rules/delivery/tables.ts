declare module '#platform/db/tables.ts' {
  interface Tables {
    delivery_method: {
      method: string
      cut_off: string | null
      transit_days: number | null
    }
    kept_holiday: {
      rule: string
    }
    delivery_day: {
      day: string
      is_open: boolean
      name: string
    }
  }
}
