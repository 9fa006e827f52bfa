import { type Screen, screens } from '@larkmere/contract/screens';
import { type AnyRoute, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { AppFailure, PageFailure } from './areas/AppFailure.tsx';
import { Root } from './areas/Root.tsx';
import { isMobile } from './kernel/device.ts';
import { decide, isEmbedded, isStaffPath } from './kernel/guards.ts';
import { type LazyScreen, lazyScreen } from './kernel/lazy-screen.tsx';
import { navigation } from './kernel/navigation.ts';
import { moves } from './kernel/page.ts';
import { linkTo, parseSearch, stringifySearch } from './kernel/search.ts';
import { currentSession, sessionReady } from './kernel/session.ts';
import { currentStaff, staffReady } from './kernel/staff.ts';
import { builtScreens, notFoundPage } from './screens.tsx';

navigation.isBuilt = (path) => Object.hasOwn(builtScreens, path);

const root = createRootRoute({
  component: Root,
  errorComponent: AppFailure,
  beforeLoad: async ({ location, search }) => {
    if (import.meta.env.DEV && location.pathname.startsWith('/dev/')) return;
    const { pathname } = location;
    if (isEmbedded(pathname)) return;
    if (isStaffPath(pathname)) await staffReady();
    const staff = currentStaff() !== undefined;
    // In the staff area the customer's session matters only to users who are not staff.
    if (!isStaffPath(pathname) || !staff) await sessionReady();
    const fromBank = 'state' in search;
    const decision = decide(pathname, { customer: currentSession(), staff, mobile: isMobile(), fromBank });
    if (decision.allow) return;
    throw redirect({ to: decision.to, search: decision.keepQuery ? search : {}, replace: true });
  },
});

const frame = (id: string, component: LazyScreen) =>
  createRoute({ getParentRoute: () => root, id, component, errorComponent: AppFailure });

const frames = {
  welcome: frame(
    'welcome',
    lazyScreen(() => import('./areas/public/WelcomeLayout.tsx'), 'WelcomeLayout'),
  ),
  public: frame(
    'public',
    lazyScreen(() => import('./areas/public/PlainLayout.tsx'), 'PlainLayout'),
  ),
  embedded: frame(
    'embedded',
    lazyScreen(() => import('./areas/public/EmbeddedLayout.tsx'), 'EmbeddedLayout'),
  ),
  bankReturn: frame(
    'bank-return',
    lazyScreen(() => import('./areas/public/BankReturnLayout.tsx'), 'BankReturnLayout'),
  ),
  plus: frame(
    'plus',
    lazyScreen(() => import('./areas/plus/PlusLayout.tsx'), 'PlusLayout'),
  ),
  wallet: frame(
    'wallet',
    lazyScreen(() => import('./areas/wallet/WalletLayout.tsx'), 'WalletLayout'),
  ),
  manage: frame(
    'manage',
    lazyScreen(() => import('./areas/manage/ManageLayout.tsx'), 'ManageLayout'),
  ),
};

const routerPath = (path: string): string => path.replace(/\{type\}$/, '{-$type}').replace(/\{(\w+)\}/g, '$$$1');

const doors = ['/login', '/109in', '/manage-login'];

const frameOf = ({ area, path }: Screen) => {
  if (!navigation.isBuilt(path)) return frames.public;
  if (isEmbedded(path)) return frames.embedded;
  if (path === '/app/pis/response') return frames.bankReturn;
  return doors.includes(path) ? frames.welcome : frames[area];
};

function routeOf(screen: Screen): AnyRoute {
  const parent = frameOf(screen);
  return createRoute({
    getParentRoute: () => parent,
    path: routerPath(screen.path),
    component: builtScreens[screen.path] ?? notFoundPage,
    errorComponent: PageFailure,
  });
}

/** Development only: a build drops this branch and its files. */
const developmentRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazyScreen(() => import('./dev/Gallery.tsx'), 'Gallery'),
      }),
    ]
  : [];

const byFrame = Map.groupBy(screens, frameOf);

export const router = createRouter({
  routeTree: root.addChildren([
    ...Object.values(frames).map((parent) => parent.addChildren((byFrame.get(parent) ?? []).map(routeOf))),
    ...developmentRoutes,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultNotFoundComponent: notFoundPage,
  scrollRestoration: true,
});

navigation.go = (path) => void router.navigate(linkTo(path));

router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) moves.any = true;
});
