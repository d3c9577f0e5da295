import { refuseStranger } from './authentication.ts'
import type { Business } from './business.ts'
import type { Csrf } from './csrf.ts'
import { notFound } from './odata-error.ts'
import { answerOData } from './odata.ts'
import { answerOpenItems } from './open-items.ts'
import { answering, json, odataError } from './reply.ts'
import type { Call, Reply } from './reply.ts'
import type { Settings } from './settings.ts'
import { answerOutput } from './soap-output.ts'

const custom = '/sap/byd/odata/cust/v1/'
const openItems = '/sap/byd/odata/fin_receivablesar_analytics.svc'
const output = '/sap/bc/srt/scs/doc/querydocumentoutputreques'

/** Answers one request as the business system would on a good day. */
export const answerCall = (settings: Settings, business: Business, csrf: Csrf, base: string, call: Call): Reply => {
  const stranger = refuseStranger(call, settings.user, settings.password)
  if (stranger) return stranger
  if (call.path === output && settings.profile.hasOutput) return answerOutput(business.books, call)
  const refusal = csrf.refuse(call)
  if (refusal) return refusal
  const reply = answering(() => route(settings, business, base, call))
  csrf.attach(call, reply)
  return reply
}

const route = (settings: Settings, business: Business, base: string, call: Call): Reply => {
  const { profile } = settings
  if (call.path.startsWith(custom)) {
    const [service = '', ...rest] = call.path.slice(custom.length).split('/')
    return answerOData({ ...business, profile, base: `${base}${custom.slice(0, -1)}` }, call, service, rest.join('/'))
  }
  if (call.path === openItems || call.path.startsWith(`${openItems}/`)) {
    const path = call.path.slice(openItems.length).replace(/^\/|\/$/g, '')
    return answerOpenItems(business.books, profile, call, path, business.now())
  }
  if (call.path === '/sap/byd/odata' || call.path === '/sap/byd/odata/') {
    const names = [...profile.services.keys()].map((name) => `${custom}${name}/`)
    return json(200, {
      d: {
        results: [...names, ...(profile.hasOpenItems ? [`${openItems}/`] : [])].map((url) => ({ ServiceUrl: url })),
      },
    })
  }
  throw notFound('The requested resource does not exist')
}

/** `service/Set` of a path, without the key: what a fault is matched by. */
export const resourceOf = (path: string, soapAction: string) => {
  if (path === output)
    return `querydocumentoutputreques/${
      soapAction
        .replaceAll('"', '')
        .split('/')
        .at(-1)
        ?.replace(/Request$/, '') ?? ''
    }`
  const [service = '', ...rest] = path.replace(custom, '').replace('/sap/byd/odata/', '').split('/').filter(Boolean)
  const set = rest.at(-1)?.replace(/\(.*$/, '')
  return set ? `${service}/${set}` : service
}

export const broken = (): Reply => odataError(500, 'An internal error occurred')
