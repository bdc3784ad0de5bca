// The sign of webhand.

export function Logo({ size = 24 }: { size?: number }) {
    return (
        <svg class="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" fill="#0f766e" />
            <path d="M9 8.5v14l4-3.6 2.700 6.100 3.400-1.500-2.700-6 5.300-.4z" fill="#fff" />
        </svg>
    );
}
