import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { paths } from '../../platform/navigation/paths.ts';
import { logout } from '../../platform/session/session.ts';
import { closeToasts } from '../../platform/toasts.ts';

export function useLogout() {
  const router = useRouter();
  return useMutation({
    mutationFn: (reason: 'logout' | 'idle') => logout(reason),
    onSuccess: () => {
      closeToasts();
      return router.navigate({ to: paths.login });
    },
  });
}
