import 'swagger-ui-dist/swagger-ui.css'
import './api-reference.css'

interface PolicyMaker {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): void
}

// Descriptions become paragraphs and plain emphasis. No tag of them has an attribute, so none can do anything.
const isHarmless = (text: string) => /^(?:[^<]|<\/?(?:p|i|em|strong|code|ul|li)>)*$/.test(text)

// Not every browser knows it; TypeScript's own description of one does not either.
const maker = (window as { trustedTypes?: PolicyMaker }).trustedTypes
maker?.createPolicy('default', { createHTML: (text) => (isHarmless(text) ? text : null) })

document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches)

// The page loads it before this file: config/vite.config.ts.
const { SwaggerUIBundle: showReference } = window as unknown as {
  SwaggerUIBundle: (options: Record<string, unknown>) => void
}

showReference({
  url: '/api/openapi.json',
  dom_id: '#reference',
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  filter: true,
  // A token that somebody tried stays in this tab only, and nothing is asked of anybody else.
  persistAuthorization: false,
  validatorUrl: null,
})
