// The page after the installation: what webhand does, and what is sent where.

import type { IconName } from '../../../ui/src/parts/icons.tsx';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import type { ExtensionText } from '../../../ui/src/texts/extension.ts';
import { x } from '../../../ui/src/texts/extension.ts';
import { Logo } from '../views/logo.tsx';
import { mount } from '../views/mount.tsx';
import { openPanel } from '../views/open_panel.ts';
import './welcome.css';

const PROMISES: readonly [IconName, ExtensionText, ExtensionText][] = [
    ['diamond', 'welcome_asks', 'welcome_asks_text'],
    ['hand', 'welcome_own', 'welcome_own_text'],
];
const FLOWS: readonly [IconName, ExtensionText, ExtensionText][] = [
    ['search', 'welcome_brain', 'welcome_brain_text'],
    ['play', 'welcome_sites', 'welcome_sites_text'],
    ['clock', 'welcome_kept', 'welcome_kept_text'],
];

function Welcome() {
    return (
        <main class="welcome">
            <header>
                <Logo size={72} />
                <h1>{x('welcome_title')}</h1>
                <p class="lead">{x('welcome_text')}</p>
                <div class="buttons">
                    <button type="button" class="button primary large" onClick={openPanel}>
                        {x('welcome_start')}
                    </button>
                    <a class="button large" href="options.html">
                        {x('welcome_settings')}
                    </a>
                </div>
            </header>
            <div class="pair">
                {PROMISES.map((promise) => (
                    <Point key={promise[1]} point={promise} level="h2" />
                ))}
            </div>
            <section aria-labelledby="privacy">
                <h2 id="privacy">
                    <Icon name="shield" />
                    {x('welcome_privacy')}
                </h2>
                <div class="flows">
                    {FLOWS.map((flow) => (
                        <Point key={flow[1]} point={flow} level="h3" />
                    ))}
                </div>
            </section>
        </main>
    );
}

function Point({ point: [icon, title, text], level: Heading }: { point: (typeof FLOWS)[number]; level: 'h2' | 'h3' }) {
    return (
        <article class="card point">
            <span class="point-icon">
                <Icon name={icon} />
            </span>
            <Heading>{x(title)}</Heading>
            <p>{x(text)}</p>
        </article>
    );
}

mount(<Welcome />);
