import { useParams, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What takes the place of the secret where a link has it in its path. */
const usedLink = 'link';

type Link = Readonly<{ pathname: string; hash: string; token?: string | undefined }>;

/** The secret of a link, and its address without it. Shorter fragments are places in a page. */
export function readLink({ pathname, hash, token }: Link): { secret: string; address: string } {
  const fragment = hash.replace(/^#/, '');
  if (fragment.length >= 20) return { secret: fragment, address: pathname };
  const inPath = token === undefined || token === usedLink ? '' : token;
  return { secret: inPath, address: inPath === '' ? pathname : pathname.replace(/[^/]+\/?$/, usedLink) };
}

/**
 * The secret that an e-mailed link carries in its fragment, which browsers send to no server. The paths that the
 * specification names, and links of earlier versions, carry it in the path. It is taken out of the address bar at once.
 */
export function useLinkSecret(): string {
  const { token }: { token?: string } = useParams({ strict: false });
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { secret: given, address } = readLink({ pathname, hash, token });
  const [secret, setSecret] = useState(given);
  if (given !== '' && given !== secret) setSecret(given);
  useEffect(() => {
    if (given !== '') history.replaceState(history.state, '', address);
  }, [given, address]);
  return secret;
}
