interface Contact {
  contactEmail: string
  contactPhone: string
}

interface Words {
  text: string
  /** Target of the link, if any. */
  href?: string
}

/** The wholesaler's contact line; empty without contact details. */
export const contactWords = ({ contactEmail: email, contactPhone: phone }: Contact): Words[] => [
  ...(email || phone ? [{ text: 'If you cannot find a product, ' }] : []),
  ...(email ? [{ text: 'email ' }, { text: email, href: `mailto:${email}` }] : []),
  ...(email && phone ? [{ text: ' or ' }] : []),
  ...(phone
    ? [{ text: 'call ' }, { text: phone, href: `tel:${phone.replaceAll(/[^\d+]/g, '')}` }, { text: ' sales' }]
    : []),
]

interface Demo {
  demo: boolean
  mailbox: boolean
}

/** The demo notice; empty outside of the demo. */
export const demoWords = ({ demo, mailbox }: Demo): Words[] => {
  if (!demo) return []
  return mailbox
    ? [{ text: 'Demo: emails arrive in the ' }, { text: 'mailbox', href: '/dev/mailbox' }]
    : [{ text: 'Demo' }]
}
