// Saved tools: names for sites, which a task may use and which follow the person to other browsers.

import { useEffect, useState } from 'preact/hooks';

import { Icon } from '../../../ui/src/parts/icons.tsx';
import { x } from '../../../ui/src/texts/extension.ts';
import type { SavedTool } from '../ext_api.ts';
import { ext, messageOf } from '../views/ext_requests.ts';

export function Tools() {
    const [tools, setTools] = useState<readonly SavedTool[]>([]);
    const [error, setError] = useState('');
    const fail = (problem: unknown) => {
        setError(messageOf(problem));
    };
    useEffect(() => {
        ext.tools().then((list) => {
            setTools(list.tools);
        }, fail);
    }, []);
    const save = (next: readonly SavedTool[]) => {
        ext.setTools(next).then(() => {
            setTools(next);
            setError('');
        }, fail);
    };
    return (
        <section class="card" id="settings-tools">
            <h2>{x('tools')}</h2>
            <p class="muted">{x('tools_text')}</p>
            <ul class="tools">
                {tools.map((tool) => (
                    <li key={tool.name}>
                        <span>
                            <strong>{tool.name}</strong> <span class="muted break">{tool.url}</span>
                        </span>
                        <button
                            type="button"
                            class="button quiet icon-button"
                            aria-label={x('remove_tool', { name: tool.name })}
                            onClick={() => {
                                save(tools.filter((other) => other !== tool));
                            }}
                        >
                            <Icon name="cross" />
                        </button>
                    </li>
                ))}
            </ul>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            <NewTool
                onAdd={(tool) => {
                    save([...tools.filter((other) => other.name !== tool.name), tool]);
                }}
            />
        </section>
    );
}

function NewTool({ onAdd }: { onAdd: (tool: SavedTool) => void }) {
    const [name, setName] = useState('');
    const [url, setUrl] = useState('');
    return (
        <form
            onSubmit={(event) => {
                event.preventDefault();
                onAdd({ name: name.trim(), url: url.trim() });
                setName('');
                setUrl('');
            }}
        >
            <div class="fields">
                <label class="field">
                    <span>{x('tool_name')}</span>
                    <input
                        type="text"
                        value={name}
                        onInput={(event) => {
                            setName(event.currentTarget.value);
                        }}
                    />
                </label>
                <label class="field">
                    <span>{x('tool_url')}</span>
                    <input
                        type="url"
                        value={url}
                        placeholder="https://"
                        onInput={(event) => {
                            setUrl(event.currentTarget.value);
                        }}
                    />
                </label>
            </div>
            <div class="buttons">
                <button type="submit" class="button" disabled={name.trim() === '' || !/^https?:\/\/./.test(url.trim())}>
                    {x('add')}
                </button>
            </div>
        </form>
    );
}
