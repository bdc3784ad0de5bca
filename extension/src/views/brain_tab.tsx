// Gives the chat in a tab the role of the brain.

import { useState } from 'preact/hooks';

import type { ModelInfo } from '../../../ui/src/generated/api.ts';
import { Icon } from '../../../ui/src/parts/icons.tsx';
import { x } from '../../../ui/src/texts/extension.ts';
import type { CurrentTab } from '../ext_api.ts';
import { rememberBrain } from './brain_choice.ts';
import { ext } from './ext_requests.ts';
import { LearnChat } from './learn_chat.tsx';

interface Props {
    tab: CurrentTab;
    chat: ModelInfo;
    act: (done: Promise<unknown>) => void;
}

/** A chat that is off says where it is switched on: never here, because the terms of its site are read before. */
export function BrainTab({ tab, chat, act }: Props) {
    const [isGiven, setGiven] = useState(false);
    if (!chat.ready) {
        return (
            <p class="muted">
                <a href="options.html#settings-chats" target="_blank">
                    {x('chat_off', { title: chat.chat?.title ?? chat.name })}
                </a>
            </p>
        );
    }
    const give = async () => {
        await ext.tab({ do: 'brain', tab: tab.id, brain: chat.name });
        await rememberBrain(chat.name);
        setGiven(true);
    };
    if (isGiven) {
        return (
            <>
                <p role="status">{x('brain_given')}</p>
                <LearnChat brain={chat.name} act={act} />
            </>
        );
    }
    return (
        <button
            type="button"
            class="button small"
            onClick={() => {
                act(give());
            }}
        >
            <Icon name="plus" />
            {x('use_as_brain')}
        </button>
    );
}
