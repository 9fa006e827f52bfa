type OpenApiDocument = Readonly<{ components?: { schemas?: Record<string, unknown> } }>;

const findReferences = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');

export function removeUnusedSchemas<D extends object>(document: D): D {
  const { components, ...rest } = document as OpenApiDocument;
  const schemas = components?.schemas ?? {};
  const used = new Set<string>();
  const waiting = findReferences(rest);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    waiting.push(...findReferences(schemas[name] ?? {}));
  }
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...components, schemas: kept } };
}
