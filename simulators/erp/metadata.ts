import { codeLists } from './codes.ts'
import type { Entity, Property, Service } from './entities.ts'

/** The service's EDMX document, generated from the same entity tables that answer its requests. */
export const metadataOf = (service: Service) => {
  const entities = [...service.entities.values()]
  const lists = codeListSets(service)
  return document(
    service.name,
    [
      ...entities.map(entityType),
      ...lists.map(({ name }) => codeType(name)),
      ...entities.flatMap(associations),
      `<EntityContainer Name="cust" m:IsDefaultEntityContainer="true">`,
      ...entities.map(entitySet),
      ...lists.map(({ name }) => `<EntitySet Name="${name}Collection" EntityType="cust.${name}"/>`),
      ...entities.flatMap(associationSets),
      ...service.functions.map(
        ({ name, method, parameters }) =>
          `<FunctionImport Name="${name}" ReturnType="${method === 'GET' ? `Collection(cust.${service.root})` : `cust.${service.root}`}" EntitySet="${service.root}Collection" m:HttpMethod="${method}">${parameters
            .map((parameter) => `<Parameter Name="${parameter}" Type="Edm.String" Mode="In"/>`)
            .join('')}</FunctionImport>`,
      ),
      `</EntityContainer>`,
    ].join('\n'),
  )
}

export const setsOf = (service: Service) => [
  ...[...service.entities.values()].map(({ set }) => set),
  ...codeListSets(service).map(({ name }) => `${name}Collection`),
]

/** Every code field has a set of its codes: <Entity><Field>Collection. */
export const codeListSets = (service: Service) =>
  [...service.entities.values()].flatMap((entity) =>
    [...entity.properties.values()]
      .filter(({ name, codes }) => codes && !name.endsWith('Text'))
      .map(({ name, codes }) => ({ name: `${entity.name}${name}`, codes: codeLists[codes ?? ''] ?? {} })),
  )

const document = (namespace: string, body: string) => `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns:sap="http://www.sap.com/Protocols/SAPData">
<edmx:DataServices m:DataServiceVersion="2.0">
<Schema Namespace="cust" xmlns="http://schemas.microsoft.com/ado/2008/09/edm" sap:service="${namespace}">
${body}
</Schema>
</edmx:DataServices>
</edmx:Edmx>
`

const entityType = (entity: Entity) =>
  `<EntityType Name="${entity.name}">
<Key><PropertyRef Name="ObjectID"/></Key>
${[...entity.properties.values()].map(propertyElement).join('\n')}
${[...entity.navigations.values()]
  .map(
    ({ name }) =>
      `<NavigationProperty Name="${name}" Relationship="cust.${entity.name}_${name}" FromRole="from" ToRole="to"/>`,
  )
  .join('\n')}
</EntityType>`

const propertyElement = (property: Property) => {
  const { name, type, maxLength, creatable, updatable, filterable, codes } = property
  const size =
    type === 'Decimal'
      ? ` Precision="${maxLength ?? 28}" Scale="${maxLength === 31 ? 14 : 6}"`
      : maxLength && type === 'String'
        ? ` MaxLength="${maxLength}"`
        : ''
  const text = codes && !name.endsWith('Text') ? ` sap:text="${name}Text"` : ''
  return `<Property Name="${name}" Type="Edm.${type}" Nullable="${name !== 'ObjectID'}"${size} sap:creatable="${creatable}" sap:updatable="${updatable}" sap:filterable="${filterable}"${text}/>`
}

const codeType = (name: string) =>
  `<EntityType Name="${name}"><Key><PropertyRef Name="Code"/></Key><Property Name="Code" Type="Edm.String" Nullable="false"/><Property Name="Context" Type="Edm.String"/><Property Name="Description" Type="Edm.String"/></EntityType>`

const associations = (entity: Entity) =>
  [...entity.navigations.values()].map(
    ({ name, to, many }) =>
      `<Association Name="${entity.name}_${name}"><End Type="cust.${entity.name}" Multiplicity="1" Role="from"/><End Type="cust.${to}" Multiplicity="${many ? '*' : '0..1'}" Role="to"/></Association>`,
  )

const entitySet = ({ set, name, creatable, updatable, deletable }: Entity) =>
  `<EntitySet Name="${set}" EntityType="cust.${name}" sap:creatable="${creatable}" sap:updatable="${updatable}" sap:deletable="${deletable}"/>`

const associationSets = (entity: Entity) =>
  [...entity.navigations.values()].map(
    ({ name, to }) =>
      `<AssociationSet Name="${entity.name}_${name}Set" Association="cust.${entity.name}_${name}"><End EntitySet="${entity.set}" Role="from"/><End EntitySet="${to}Collection" Role="to"/></AssociationSet>`,
  )
