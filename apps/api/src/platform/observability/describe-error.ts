/** The code that Node, drivers and Fastify give their errors. */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

type Described = Readonly<{ type: string; message: string; stack: string; cause?: Described }> &
  Readonly<Record<string, unknown>>;

/** They name what failed. Other fields, such as `detail` of PostgreSQL and `response` of a mail server, hold what people typed. */
const harmless = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'statusCode',
  'responseCode',
];

/** An error as logs and tables may keep it: nothing of what was sent, asked or stored. */
export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const { cause } = error;
  const message = withoutValues(error);
  return {
    type: error.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...harmlessFields(error),
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  };
}

function harmlessFields(error: Error): Record<string, unknown> {
  const fields = harmless.map((name): [string, unknown] => [name, Reflect.get(error, name)]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${withoutValues(error)}` : 'not an error';

const dataException = /^22/;

/** A parser quotes what it could not read, and PostgreSQL the value that does not fit. */
function withoutValues(error: Error): string {
  const code = errorCode(error) ?? '';
  const quotesInput = error instanceof SyntaxError || code === 'ERR_INVALID_URL' || dataException.test(code);
  const text = quotesInput ? error.message.replace(/(["'])[\s\S]*\1/g, '[value]') : error.message;
  return text.replaceAll(/https?:\/\/[^\s"')]+/g, hidePath);
}

/** Of an address, only the server: its path and query can hold a token. */
function hidePath(address: string): string {
  return URL.parse(address)?.origin ?? '[address]';
}
