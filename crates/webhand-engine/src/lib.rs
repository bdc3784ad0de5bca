//! webhand-engine
