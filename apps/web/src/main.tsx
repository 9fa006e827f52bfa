import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { languages, timeZone } from './messages/languages.ts';
import { handleRefusals } from './platform/failures.ts';
import { isEmbedded } from './platform/navigation/guards.ts';
import { ensureSessionLoaded } from './platform/session/session.ts';
import { closeWritesInVisits } from './platform/session/visit.ts';
import { initTheme } from './platform/theme.ts';
import { router } from './routes.tsx';
import './styles.css';

// The session request runs in parallel with the messages; the guard waits for it and displays a failure.
if (!isEmbedded(location.pathname)) ensureSessionLoaded().catch(() => {});
initTheme();

const messages = await languages.en.first();
handleRefusals(messages.shell.failure);
closeWritesInVisits(messages.shell.failure.visit);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <IntlProvider locale="en" messages={messages} timeZone={timeZone}>
      <RouterProvider router={router} />
    </IntlProvider>
  </StrictMode>,
);
