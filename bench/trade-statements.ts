// The contents of a wholesaler's database after years of trade, each table in one statement. Randomness comes from a
// hash of the row number, so that every run creates the same data and PostgreSQL can parallelize.

export interface TradeSizes {
  orders: number
  invoices: number
  customers: number
  /** Of the 60 products that each customer buys. */
  pricesPerCustomer?: number
}

const productsSold = 20_000
const choicesEach = 60
const linesEach = 5
const years = 5
const licenseTypes = ['Retail pharmacy', 'Hospital / institutional pharmacy', 'Clinic', 'Veterinarian', 'Dentist']
const regions = ['MA', 'Texas', 'ca', 'NY', 'N.J.', 'Ohio', 'WA', 'IL', 'FL', 'Georgia', 'Puerto Rico', 'pa', 'Ontario']

/** A number from 0 to 1 that is stable per row and differs per `what`. */
const chance = (number: string, what: number) =>
  `((hashint8extended((${number})::bigint, ${what}) & 2147483647) / 2147483648.0::float8)`
const oneOf = (all: readonly string[], number: string) =>
  `(array[${all.map((one) => `'${one}'`).join(', ')}])[1 + (${number})::bigint % ${all.length}]`

const customerId = (n: string) => `('c0000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const businessId = (n: string) => `('b0000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const staffId = (n: number) => `'c0000000-0000-7000-9000-${String(n).padStart(12, '0')}'::uuid`
const accountOf = (n: string) => `(1000000 + ${n})::text`
const buyer = `case when not is_nobodys then ${customerId('o.customer')} end`
const region = `case when is_nobodys then '' else ${oneOf(regions, 'o.customer')} end`
/** UUIDv7, like the portal's ids: sorted by time. */
const orderId = (order: string) =>
  `(lpad(to_hex((extract(epoch from ${order}.created_at) * 1000)::bigint), 12, '0') || '70008000'
    || lpad(to_hex(${order}.n), 12, '0'))::uuid`

/** Every customer is a business with one user. */
export const accountRows = ({ customers }: TradeSizes): string => `
  with customer as materialized (
    select n, ${customerId('n')} as id, ${businessId('n')} as business_id, n <= ${customers} as is_active,
      now() - interval '${years} years' * ${chance('n', 2)} as created_at
    from generate_series(1, ${customers} + 25) n
  ), made as (
    insert into business (id, name, account_number, claimed_account_number, status, shipto_name, shipto_address1,
      shipto_city, shipto_state, shipto_zip, shipto_country, created_at)
    select business_id, 'Company ' || n || ' ' || left(md5(n::text), 6),
      case when is_active then ${accountOf('n')} else '' end, case when is_active then '' else ${accountOf('n')} end,
      case when is_active then 'active' else 'requested' end, 'Company ' || n, n || ' Main Street', 'Springfield',
      ${oneOf(regions, 'n')}, lpad((n * 7 % 99999)::text, 5, '0'), 'US', created_at
    from customer
  ), licensed as (
    insert into license (id, business_id, place, number, type, expires_on)
    select business_id, business_id, 1, 'PH-' || n, ${oneOf(licenseTypes, 'n')},
      case when n % 211 = 0 then null else now()::date + (${chance('n', 1)} * 1400)::int - (n % 400 = 0)::int * 1400 end
    from customer
  )
  insert into user_account (id, business_id, email, password_hash, name, last_name, phone, is_active, is_admin,
    is_sales_rep, created_at, email_proven_at)
  select id, business_id, 'customer-' || n || '@bench.example', $1, 'Buyer', 'Number ' || n,
    '617-555-' || lpad((n % 10000)::text, 4, '0'), is_active, false, false, created_at, created_at
  from customer
  union all
  select id, null, email, $1, name, 'Bench', '', true, is_admin, not is_admin, now() - interval '${years} years', now()
  from (values (${staffId(1)}, 'admin@bench.example', 'Admin', true), (${staffId(2)}, 'rep@bench.example', 'Rep', false))
    staff (id, email, name, is_admin)`

/** Products in order of popularity, best sellers first. */
export const assortment = `
  create unlogged table trade_product as
  select row_number() over (order by md5(id::text))::int - 1 as no, id, name,
    coalesce(nullif(ndc_number, ''), slug) as slug, image, price, unit_of_measure, is_non_stocked, cold_status
  from product where is_published and deleted_at is null order by md5(id::text) limit ${productsSold}`

/** Each customer's 60 products; popular ones belong to more customers. */
export const choices = ({ customers, pricesPerCustomer = 40 }: TradeSizes): string => `
  create unlogged table trade_choice as
  select customer, place, no, id, price as list_price,
    case when place < ${pricesPerCustomer} then round(price * 0.9, 2) else price end as price
  from (
    select customer, no, (row_number() over (partition by customer order by first))::int - 1 as place
    from (
      select customer, no, min(attempt) as first
      from generate_series(1, ${customers}) customer, generate_series(1, 150) attempt,
        lateral (select floor(power(${chance('customer * 1000 + attempt', 3)}, 3) * (select count(*) from trade_product))::int
          as no) pick
      group by customer, no
    ) wanted
  ) placed
  join trade_product using (no)
  where place < ${choicesEach}`

export const prices = ({ pricesPerCustomer = 40 }: TradeSizes): string => `
  insert into contract_price (product_id, business_id, list, price, created_at)
  select id, ${businessId('customer')}, 'general', price, now() - interval '1 year'
  from trade_choice where place < ${pricesPerCustomer}`

export const favorites = `
  insert into favourite (user_id, product_id, created_at)
  select ${customerId('customer')}, id, now() - make_interval(days => place) from trade_choice where place % 10 = 3`

/** A few customers order far more than most; each order has five different products of the customer's 60. */
export const orderPlans = ({ orders: orderRows, customers }: TradeSizes): string => `
  create unlogged table trade_order as
  select n, customer, created_at, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, start, stride,
    n % 499 = 11 as is_deleted, n % 401 = 7 as is_canceled, n % 12 = 5 as is_typed, n % 36 = 5 as is_nobodys
  from (
    select n, 1 + floor(power(${chance('n', 4)}, 1.6) * ${customers})::int as customer,
      date_trunc('milliseconds', now() - interval '${years} years' * (1 - n / ${orderRows}.0::float8)) as created_at,
      floor(power(${chance('n', 5)}, 2) * ${choicesEach})::int as start, (array[1, 7, 11, 13])[1 + n % 4] as stride
    from generate_series(1, ${orderRows}) n
  ) drawn`

/** In order of time, so that the lines of an order are stored together, as in normal operation. */
export const linePlans = `
  create unlogged table trade_line as
  select trade_order.n, line_no, created_at, left(day, 7) as month, is_deleted or is_canceled as is_gone, trade_choice.no, trade_choice.price,
    1 + floor(power(${chance(`trade_order.n::bigint * ${linesEach} + line_no`, 6)}, 3) * 12)::int as quantity
  from trade_order
  cross join (values (1), (2), (3), (4), (5)) line (line_no)
  join trade_choice on trade_choice.customer = trade_order.customer
    and trade_choice.place = (trade_order.start + line_no * trade_order.stride) % ${choicesEach}
  order by n, line_no`

export const bills = `
  create unlogged table trade_bill as
  select trade_order.*, total, pieces, lines
  from trade_order
  join (
    select n, sum(quantity * price) as total, sum(quantity) as pieces, count(*) as lines from trade_line group by n
  ) bill using (n)
  order by n`

export const orderLineRows = `
  insert into order_line (order_id, line_no, product_id, name, slug, image, unit_of_measure, quantity, price,
    is_non_stocked, ship_method, dea_schedule)
  select ${orderId('trade_line')}, line_no, product.id, product.name, product.slug, product.image,
    product.unit_of_measure, quantity, trade_line.price, product.is_non_stocked,
    case when product.cold_status <> '' then 'FEDEX PRIORITY OVERNIGHT' else 'UPS GROUND' end, product.dea_schedule
  from trade_line join trade_product product using (no)`

/**
 * One order in 12 was created in the ERP, a third of those for an account with several users; one in 20 was placed by
 * the sales rep; the latest are still being exported. Like orders from the feed, none has taken stock.
 */
export const orderRows = ({ orders: count }: TradeSizes): string => {
  const isLate = `o.n > ${count} - ${Math.ceil(count * 0.002)}`
  return `
  insert into sales_order (id, business_id, user_id, placed_by, ship_full_name, ship_address, ship_city, ship_postal_code,
    ship_country, ship_region, shipping_method, purchase_order, items_price, total_price, is_paid, paid_at, is_delivered,
    delivered_at, erp_status, is_cancelled, cancelled_at, tracking_code, erp_created, bill_to_party_id, created_at,
    deleted_at, erp_state, erp_reference, erp_object_id, erp_id, erp_net_amount, erp_changed_at,
    line_count)
  select ${orderId('o')}, ${businessId('o.customer')}, ${buyer},
    case when is_typed then null when o.n % 20 = 0 then ${staffId(2)} else ${customerId('o.customer')} end,
    'Company ' || o.customer, o.customer || ' Main Street', 'Springfield', lpad((o.customer * 7 % 99999)::text, 5, '0'),
    'US', ${region}, 'UPS GROUND', upper(left(md5(o.n::text || 'p'), 4)) || '-' || o.n % 10000,
    total, total, not (${isLate}), case when not (${isLate}) then created_at + interval '20 days' end,
    not (${isLate}), case when not (${isLate}) then created_at + interval '3 days' end,
    case when erp <> 'linked' or o.n % 997 = 0 then null when not (${isLate}) then '3' else (o.n % 2 + 1)::text end,
    is_canceled, case when is_canceled then created_at + interval '1 hour' end, case when ${isLate} or o.n % 5 = 0 then '' else '1Z' || upper(left(md5(o.n::text), 16)) end, is_typed,
    ${accountOf('o.customer')}, created_at, case when is_deleted then created_at + interval '1 hour' end, erp,
    case when is_typed then 'ERP-' else 'AP-' end || lpad(o.n::text, 26, '0'),
    case when erp = 'linked' then upper(md5(o.n::text || 'object')) end,
    case when erp = 'linked' then (500000 + o.n)::text end, case when erp = 'linked' then total end,
    case when erp = 'linked' then created_at + interval '1 hour' end, lines
  from trade_bill o
  cross join lateral (
    select case when is_typed then 'linked' when o.n % 100000 = 7 then 'rejected'
      when o.n > ${count} - 40 and o.n % 8 = 3 then 'held' when o.n > ${count} - 4 then 'waiting' else 'linked' end as erp
  ) state`
}

/** Evenly distributed invoices with the amounts of their orders. */
export const invoiceRows = ({ orders: count, invoices: wanted }: TradeSizes): string => `
  insert into invoice (id, erp_object_id, order_id, erp_order_id, party_id, buyer_party_id, payer_party_id,
    purchase_order, invoice_date, erp_created_at, erp_changed_at, ship_via, tracking_number, release_status_code,
    total_net_amount, total_gross_amount, due_date, open_amount, open_amount_at, released_seen_at)
  select (90000000 + i)::text, upper(md5(i::text || 'invoice')), o.id, coalesce(o.erp_id, ''), o.bill_to_party_id,
    o.bill_to_party_id, o.bill_to_party_id, o.purchase_order, o.created_at::date,
    o.created_at + interval '1 day', o.created_at + interval '1 day',
    case when i % 5 = 0 then 'FEDEX PRIORITY OVERNIGHT' when i % 1001 = 0 then 'COURIER' else 'UPS GROUND' end,
    o.tracking_code, case when o.erp_status in ('1', '2') then o.erp_status else '3' end, o.total_price,
    o.total_price, o.created_at::date + 30,
    case when i % 150 = 0 then null when i > ${Math.floor(wanted * 0.985)} or i % 400 = 0 and i > ${Math.floor(wanted * 0.9)}
      then o.total_price else 0 end,
    now(), o.created_at + interval '1 day'
  from generate_series(1, ${wanted}) i
  join trade_bill plan on plan.n = 1 + (i - 1)::bigint * ${count} / ${wanted}
  join sales_order o on o.id = ${orderId('plan')}`

/** The ERP has been read, so payment states have a date. */
export const readings = `
  insert into erp_sync (kind, finished_at)
  select kind, now() from unnest(array['orders', 'invoices', 'openItems']) kind on conflict (kind) do nothing`

/** The same totals as the view order_figure in fewer steps, because no order here has a product twice. */
export const rollups = `
  insert into sales_rollup (scope, key, period, orders, sales, pieces)
  select case when grouping(day) = 0 then 'day' when grouping(state) = 0 then 'state' else 'customer' end,
    case when grouping(day) = 0 then '' when grouping(state) = 0 then state else buyer end,
    coalesce(day, month, year, case when grouping(state) = 0 then 'ever' else 'always' end), count(*), sum(total),
    sum(pieces)
  from (
    select day, left(day, 7) as month, left(day, 4) as year, coalesce(us_region.state, '') as state,
      ${businessId('o.customer')}::text as buyer, total, pieces
    from trade_bill o left join us_region on written = regexp_replace(upper(${region}), '[^A-Z]', '', 'g')
    where not is_deleted and not is_canceled
  ) bill
  group by grouping sets ((day), (state), (buyer), (buyer, month), (buyer, year))`

/** The portal's job counts the breakdowns of these days. */
export const recounts = `insert into sales_recount (day) select period from sales_rollup where scope = 'day'`

export const productRollups = `
  insert into sales_rollup (scope, key, period, orders, sales, pieces)
  with by_month as materialized (
    select no, month, count(*) as orders, sum(quantity * price) as sales, sum(quantity) as pieces
    from trade_line where not is_gone group by no, month
  )
  select 'product', id::text, figure.month, figure.orders, figure.sales, figure.pieces
  from (
    select * from by_month
    union all
    select no, left(month, 4), sum(orders), sum(sales), sum(pieces) from by_month group by 1, 2
  ) figure join trade_product using (no)
  union all
  select 'purchase', ${businessId('customer')}::text, id::text, count(*), sum(quantity * trade_line.price), sum(quantity)
  from trade_line join trade_order using (n) join trade_product using (no)
  where not is_gone group by customer, id`

/** Counts orders of the last 12 months, like the catalog's job. */
export const purchases = `
  with counted as (
    update product set times_bought = bought.orders
    from (
      select key::uuid as id, sum(orders)::int as orders from sales_rollup
      where scope = 'product' and period like '____-__'
        and period > to_char(now() at time zone 'UTC' - interval '1 year', 'YYYY-MM')
      group by key
    ) bought
    where product.id = bought.id and product.deleted_at is null
  )
  update catalogue_state set version = version + 1`

export const billedAccounts = `
  insert into billed_account select bill_to_party_id from sales_order union select party_id from invoice
  on conflict do nothing`
