import 'swagger-ui-dist/swagger-ui.css'
import './api-reference.css'

interface PolicyMaker {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): void
}

// Descriptions contain paragraphs and basic formatting. Tags without attributes are harmless.
const isHarmless = (text: string) => /^(?:[^<]|<\/?(?:p|i|em|strong|code|ul|li)>)*$/.test(text)

// Some browsers, and TypeScript's DOM types, lack Trusted Types.
const maker = (window as { trustedTypes?: PolicyMaker }).trustedTypes
maker?.createPolicy('default', { createHTML: (text) => (isHarmless(text) ? text : null) })

document.documentElement.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches)

// Loaded by the page before this file: config/vite.config.ts.
const { SwaggerUIBundle: showReference } = window as unknown as {
  SwaggerUIBundle: (options: Record<string, unknown>) => void
}

showReference({
  url: '/api/openapi.json',
  dom_id: '#reference',
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  filter: true,
  // Keeps a typed token in this tab only, and contacts no third party.
  persistAuthorization: false,
  validatorUrl: null,
})
