import type { Config } from './config.ts';

/** The configured address, and never the host that a request names: for links and passkeys. */
export const siteOf = ({ publicUrl, port }: Config): string => publicUrl ?? `http://localhost:${port}`;

/** As it is printed: a reader types it. */
export const verificationAddressOf = (config: Config): string =>
  new URL('/verify', siteOf(config)).href.replace(/^https?:\/\//, '');
