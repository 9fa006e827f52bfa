export type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}>;

export type Parameter = Readonly<{ name: string; in: 'path' | 'query'; required?: boolean; schema: Schema }>;

export type Scheme = 'customer' | 'staff' | 'rate' | 'partner' | 'public';

export type Operation = Readonly<{
  method: string;
  path: string;
  noun: string;
  scheme: Scheme;
  parameters: readonly Parameter[];
  body: Readonly<{ contentType: string; schema: Schema }> | undefined;
}>;

type Described = Readonly<{
  parameters?: readonly Parameter[];
  security?: readonly Readonly<Partial<Record<Scheme, unknown>>>[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}>;
type OpenApi = Readonly<{
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}>;

export type ApiDocument = Readonly<{ operations: readonly Operation[]; resolve: (schema: Schema) => Schema }>;

export async function readDocument(base: string): Promise<ApiDocument> {
  const { paths, components } = (await (await fetch(`${base}/api/openapi.json`)).json()) as OpenApi;
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const found = components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (!found) throw new Error(`there is no ${schema.$ref}`);
    return resolve(found);
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method, path, described)),
  );
  return { operations, resolve };
}

function operationOf(
  method: string,
  path: string,
  { parameters = [], security = [], requestBody }: Described,
): Operation {
  const [content] = Object.entries(requestBody?.content ?? {});
  return {
    method: method.toUpperCase(),
    path,
    noun: /\/v1\/(?:manage\/)?([\w-]+)/.exec(path)?.[1] ?? '',
    scheme: (Object.keys(security[0] ?? {})[0] ?? 'public') as Scheme,
    parameters,
    body: content && { contentType: content[0], schema: content[1].schema },
  };
}
