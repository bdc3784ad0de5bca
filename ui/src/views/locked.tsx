// What a tab without a key shows.

import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';

export function Locked() {
    return (
        <main class="locked">
            <section class="card">
                <h1>
                    <Icon name="shield" />
                    {t('enter_locked')}
                </h1>
                <p>{t('enter_locked_text')}</p>
                <p>
                    <code>webhand dashboard</code>
                </p>
            </section>
        </main>
    );
}
