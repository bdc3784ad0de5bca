// The options page: the settings, as wide as a page is.

import { Settings } from '../settings/settings.tsx';
import { Logo } from '../views/logo.tsx';
import { mount } from '../views/mount.tsx';
import './options.css';

mount(
    <main class="options">
        <header class="options-head">
            <Logo size={36} />
            <span>webhand</span>
        </header>
        <Settings />
    </main>,
);
